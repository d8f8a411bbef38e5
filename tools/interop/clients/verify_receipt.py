"""Verifies a receipt with the portal's keys: python3 verify_receipt.py JWKS RECEIPT prints its content. Needs python3-jwcrypto."""

import json
import sys

from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS

with open(sys.argv[1]) as keys, open(sys.argv[2]) as receipt:
    jwks, jws = JWKSet.from_json(keys.read()), JWS()
    jws.allowed_algs = ["EdDSA"]
    jws.deserialize(receipt.read())
jws.verify(jwks.get_key(json.loads(jws.objects["protected"])["kid"]))
print(jws.payload.decode())
