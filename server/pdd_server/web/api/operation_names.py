"""The names of the API's operations in the OpenAPI document."""

NAMES = {
    "GET /v1/server": "get_server",
    "GET /v1/keys": "get_keys",
    "GET /v1/campaigns": "list_campaigns",
    "GET /v1/programs": "list_programs",
    "GET /v1/campaigns/{campaign}/results.{form}": "get_results",
    "POST /v1/check-in": "check_in",
    "POST /v1/donors": "register_donor",
    "DELETE /v1/donor": "erase_donor",
    "PUT /v1/rounds/{day}/vectors/{context}": "send_vector",
    "PUT /v1/tickets/{number}": "send_ticket",
    "GET /v1/log": "get_log",
    "GET /v1/epochs/{number}": "get_epoch",
    "GET /v1/epochs/{number}/place": "get_place",
    "GET /v1/epochs/{number}/committees/{cohort}": "get_committee",
    "GET /v1/epochs/{number}/cohorts/{cohort}": "get_cohort",
    "PUT /v1/rounds/{day}/uploads/{context}": "send_upload",
    "GET /v1/rounds/{day}/lists/{cohort}/{sub_cohort}": "get_list",
    "PUT /v1/rounds/{day}/signatures/{cohort}/{sub_cohort}/{place}": "send_signature",
    "GET /v1/rounds/{day}/certificates/{cohort}/{sub_cohort}": "get_certificate",
    "PUT /v1/rounds/{day}/answers/{cohort}/{sub_cohort}/{place}": "send_answer",
    "GET /v1/status": "get_status",
    "GET /v1/portal/monitoring": "get_monitoring",
    "GET /v1/portal/campaigns/{campaign}/ethics-kit.zip": "get_campaign_ethics_kit",
    "GET /v1/portal/campaigns/{campaign}/entries": "list_entries",
    "POST /v1/portal/campaigns/{campaign}/append": "append_entries",
    "POST /v1/portal/campaigns/{campaign}/close": "close_campaign",
    "GET /v1/portal/campaigns/{campaign}/completion": "get_completion",
    "PUT /v1/portal/campaigns/{campaign}/completion": "put_completion",
    "DELETE /v1/portal/campaigns/{campaign}/completion": "remove_completion",
}
"""The name of each operation, by method and address; generated clients use these names.

An operation without a name makes the document fail with a KeyError the first time it is asked for.
"""
