"""Signs in at the portal with Authlib, as a program of a third party does.

python3 sign_in.py PORTAL CLIENT_ID CLIENT_SECRET REDIRECT_URI prints the address for the browser, and reads the address to which the browser is led
back. Then it prints what it got as JSON. Needs python3-authlib and python3-requests.
"""

import json
import sys
from datetime import date

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt

portal, client_id, client_secret, redirect_uri = sys.argv[1:]
server = requests.get(f"{portal}/.well-known/oauth-authorization-server/oauth").json()
session = OAuth2Session(client_id, client_secret, redirect_uri=redirect_uri, scope="openid", code_challenge_method="S256")
verifier = generate_token(48)
detail = {
    "type": "appliance",
    "actions": ["read"],
    "datatypes": ["status", "faults"],
    "history": "P0M",
    "purpose": "maintenance",
    "until": f"{date.today().year + 1}-12-31",
}
address, state = session.create_authorization_url(
    server["authorization_endpoint"], code_verifier=verifier, authorization_details=json.dumps([detail])
)
print(address, flush=True)
callback = sys.stdin.readline().strip()
token = session.fetch_token(server["token_endpoint"], authorization_response=callback, state=state, code_verifier=verifier)

keys = JsonWebKey.import_key_set(requests.get(server["jwks_uri"]).json())
expected = {"iss": {"essential": True, "value": server["issuer"]}, "aud": {"essential": True, "value": client_id}}
claims = jwt.decode(token["id_token"], keys, claims_options=expected)
claims.validate()

appliances = f"{portal}/partner/1/appliances"
read = session.get(appliances).json()["items"]
at_owners_api = session.get(f"{portal}/api/2/connections").status_code
session.refresh_token(server["token_endpoint"])
renewed = session.get(appliances).status_code
session.revoke_token(server["revocation_endpoint"], token=session.token["refresh_token"])
revoked = session.get(appliances).status_code
print(json.dumps({"appliances": len(read), "owners_api": at_owners_api, "renewed": renewed, "revoked": revoked}))
