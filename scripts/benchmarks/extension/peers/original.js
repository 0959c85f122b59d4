// Blinding as the original PDD client did it (WWW '19, equation 1): H(y_j^x_i || l || s) of each peer j and entry l, one
// scalar multiplication each, summed with the sign of the pair.

import BN from "bn.js";
import elliptic from "elliptic";

const ROUND = 17;
const curve = new elliptic.ec("curve25519");
const order = new BN(curve.n.toString(16), "hex");

function blindingFactors(secret, publics, entries) {
  return Array.from({ length: entries }, (_, entry) => {
    const total = new BN(0);
    for (const key of publics) {
      const shared = key.mul(secret).getX().toArray("be", 32);
      total.iadd(new BN(curve.hash().update(shared).update([entry, ROUND]).digest()));
    }
    return total.umod(order);
  });
}

globalThis.prepare = ({ members, entries }) => {
  const [own, ...others] = Array.from({ length: members }, () => curve.genKeyPair());
  const publics = others.map((other) => other.getPublic());
  // This is the group's first member, so it adds all of its masks and subtracts none.
  globalThis.blinding = () => blindingFactors(own.getPrivate(), publics, entries);
};
