// The same tokens with Node's WebCrypto, for blind_tickets.py: reads [n, the private key, pairs of message and signature].
const { subtle } = globalThis.crypto;
const crypto = require("node:crypto");

const [modulus, pem, tokens] = JSON.parse(require("node:fs").readFileSync(0));
const bytes = (text) => Buffer.from(text, "latin1");
const algorithm = { name: "RSA-PSS", hash: "SHA-384", saltLength: 48 };

async function cpu(name, times, work) {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  console.log(`Node: ${name}: ${((user + system) / 1000 / times).toFixed(3)} ms`);
}

function power(base, exponent, n) {
  let result = 1n;
  for (let square = base, left = exponent; left; left >>= 1n, square = (square * square) % n) {
    if (left & 1n) result = (result * square) % n;
  }
  return result;
}

function inverse(number, n) {
  let [before, now, factor, next] = [n, number, 0n, 1n];
  while (now) {
    const quotient = before / now;
    [before, now, factor, next] = [now, before - quotient * now, next, factor - quotient * next];
  }
  return (factor + n) % n;
}

async function main() {
  const n = BigInt(`0x${bytes(modulus).toString("hex")}`);
  const jwk = { kty: "RSA", n: bytes(modulus).toString("base64url"), e: "AQAB" };
  const key = await subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  const check = async (some) => {
    for (const [message, signature] of some) {
      if (!(await subtle.verify(algorithm, key, bytes(signature), bytes(message)))) throw new Error("not valid");
    }
  };
  await check(tokens.slice(0, 1000));
  await cpu("home verifies one", 1000, () => check(tokens.slice(0, 1000)));
  await cpu("home verifies 256", 1, () => check(tokens.slice(0, 256)));
  await cpu(`member verifies ${tokens.length}`, 1, () => check(tokens));
  await cpu("home's powers and inverses for 8 (BigInt)", 10, () => {
    for (let time = 0; time < 80; time += 1) {
      const factor = BigInt(`0x${crypto.randomBytes(255).toString("hex")}`);
      if ((inverse(factor, n) * factor) % n !== 1n || !power(factor, 65537n, n)) throw new Error("not an inverse");
    }
  });
  const issuer = { key: crypto.createPrivateKey(bytes(pem)), padding: crypto.constants.RSA_NO_PADDING };
  await cpu("issuer signs 8 (OpenSSL)", 50, () => {
    for (let time = 0; time < 400; time += 1) crypto.privateEncrypt(issuer, Buffer.alloc(256, 1));
  });
}

main();
