import { encodeQR } from 'qr'
import { formatInGroups, formatSerialNumber } from '#contract/format-codes.ts'
import { formatClaimCode } from '#contract/claim-code.ts'
import { type Html, html, trustedMarkup } from '../identity/pages/html.ts'
import { renderPlainPage, plainStyle } from '../plain-page.ts'
import type { RegistryFileEntry } from '../registry-file.ts'

/** The URL path of the form that switches a gateway on or off. */
export const gatewaySwitchPath = '/switch'

/** The serial numbers of the gateways that are switched off; null if this demo cannot switch gateways off. */
type SwitchedOff = ReadonlySet<string> | null

/**
 * Renders a page with the stickers of all gateways, by brand. Each sticker has the serial number as its HTML id, for
 * links.
 */
export function renderStickersPage(gateways: readonly RegistryFileEntry[], off: SwitchedOff): string {
  const brands = [...new Set(gateways.map(({ brand }) => brand))]
  return renderPlainPage({
    title: "Stickers of the demo's gateways",
    body: html`<p>
        Add one in the portal: type its codes, or scan its code with a camera. The first three belong to the demo's
        owner.
      </p>
      ${off === null ? undefined : html`<p>A switch cuts the power of a gateway, so that its connection to the portal is lost.</p>`}
      ${brands.map((brand) => brandPart(brand, gateways, off))}`,
  })
}

function brandPart(brand: string, gateways: readonly RegistryFileEntry[], off: SwitchedOff): Html {
  const own = gateways.filter((gateway) => gateway.brand === brand)
  return html`<section>
    <h2>${brand}</h2>
    <div class="stickers">${own.map((gateway) => sticker(gateway, off))}</div>
  </section>`
}

function sticker(gateway: RegistryFileEntry, off: SwitchedOff): Html {
  const { serial, type, accessCode, userPassword, simulated } = gateway
  const code = formatClaimCode({ serialNumber: serial, accessCode, userPassword })
  return html`<article id="${serial}" aria-label="${serial}">
    <dl>
      <div>
        <dt>Serial number</dt>
        <dd>${formatSerialNumber(serial)}</dd>
      </div>
      <div>
        <dt>Access code</dt>
        <dd>${formatInGroups(4, accessCode)}</dd>
      </div>
      <div>
        <dt>User password</dt>
        <dd>${userPassword}</dd>
      </div>
    </dl>
    <div class="code">${trustedMarkup(encodeQR(code, 'svg', { border: 4 }))}<span>${nameOf[type] ?? type}</span></div>
    ${off !== null && simulated ? powerSwitch(serial, !off.has(serial)) : undefined}
  </article>`
}

/**
 * Renders the switch of a gateway. The accessible name of the button begins with its visible text, for people who
 * control their browser by voice.
 */
function powerSwitch(serial: string, isOn: boolean): Html {
  const text = isOn ? 'Switch off' : 'Switch on'
  return html`<form method="post" action="${gatewaySwitchPath}?serial=${serial}&to=${isOn ? 'off' : 'on'}">
    <span>The gateway is ${isOn ? 'on' : 'off'}.</span>
    <button aria-label="${text} ${serial}">${text}</button>
  </form>`
}

/** The name printed on the case. Specification 2.7. */
const nameOf: Partial<Record<RegistryFileEntry['type'], string>> = { rrc1: 'CT100', rrc2: 'CT200', icom: 'MB Lan' }

export const stickersStyle = `${plainStyle}
main { max-width: 1120px; }
h2 { margin: 32px 0 12px; text-transform: capitalize; }
p { margin: 0; }
.stickers { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); gap: 16px; }
p + p { margin-top: 8px; }
article {
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  justify-content: space-between;
  border: 1px solid #c9cfcb;
  background: #fff;
  color: #1a211d;
  break-inside: avoid;
}
article:target { outline: 4px solid #0b57c2; }
dl { display: grid; flex: 1; gap: 8px; align-content: center; min-width: 0; margin: 0; }
dt { color: #525b56; font-size: 12px; }
dd { font: 600 14px/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
form {
  display: flex;
  flex: 1 0 100%;
  gap: 12px;
  align-items: center;
  justify-content: space-between;
  padding-top: 12px;
  border-top: 1px solid #c9cfcb;
  font-size: 14px;
}
button {
  min-height: 44px;
  padding: 8px 16px;
  border: 1px solid #525b56;
  border-radius: 6px;
  background: #fff;
  color: #1a211d;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid #0b57c2; outline-offset: 2px; }
.code { flex-shrink: 0; width: 136px; text-align: center; font-size: 12px; font-weight: 600; }
.code svg { display: block; width: 100%; height: auto; }
@media print { body { background: #fff; } form { display: none; } }
`
