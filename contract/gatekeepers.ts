/**
 * The groups that the European Commission has designated as gatekeepers (Regulation (EU) 2022/1925), and the names of
 * their companies, in lower case. Gatekeepers may not get data of owners: Regulation (EU) 2023/2854, Article 5(3).
 */
const gatekeepers: ReadonlySet<string> = new Set([
  'alphabet',
  'google',
  'amazon',
  'amazon web services',
  'apple',
  'apple distribution',
  'booking',
  'booking.com',
  'booking holdings',
  'bytedance',
  'tiktok',
  'tiktok technology',
  'meta',
  'meta platforms',
  'facebook',
  'instagram',
  'whatsapp',
  'microsoft',
])

/** Matches a legal form, a country or a similar word at the end of a company's name. */
const suffix =
  /[\s,]+(?:inc|llc|ltd|limited|plc|corp|corporation|company|co|gmbh|ag|bv|b\.v|sarl|s\.à\s?r\.l|s\.a\.r\.l|eu|emea|europe|ireland|international|operations|core|group|holding|holdings|deutschland|germany|france|luxembourg|netherlands)\.?$/u

/** Whether the name of a company is that of a gatekeeper. The operator must check the register in addition. */
export function isGatekeeperName(company: string): boolean {
  const name = company.normalize('NFKC').toLowerCase().trim()
  if (gatekeepers.has(name)) return true
  const shorter = name.replace(suffix, '')
  return shorter !== name && isGatekeeperName(shorter)
}
