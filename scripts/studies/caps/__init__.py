"""How exact a weekly campaign with caps on hits is: simulated searches through the product's own code.

| step | code |
| --- | --- |
| who is there, who is in a list, and each list's floor | the simulator, `pdd_research.simulator` |
| what people search | `searches.py` here |
| the campaign's noise | the server's planner, `services.campaigns.terms` |
| a donor's counts of its week under the caps | the donor's `matched` and `count` |
| a donor's vector and its share of the noise | `CohortLayout.fill` and `draw_noise` |
| charge, publication, results and intervals | the server's, with its database |

People and noise are drawn from seeded random numbers; the noise goes through the samplers that donors use.
Vectors are added up without masks. Masks cancel exactly in a cohort's sum, which other tests show, and a masked week of
5,000 donors takes minutes.
"""
