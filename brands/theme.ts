/** The colours that a theme may set, by role. Each has a neutral default in the page's tokens. */
export const colourRoles = [
  'surface',
  'raised',
  'sunken',
  'line',
  'control',
  'ink',
  'ink-muted',
  'brand',
  'brand-strong',
  'on-brand',
  'brand-ink',
  'brand-soft',
  'ok',
  'ok-ink',
  'ok-soft',
  'warning',
  'warning-ink',
  'warning-soft',
  'danger',
  'danger-strong',
  'on-danger',
  'danger-ink',
  'danger-soft',
  'idle',
  'idle-ink',
  'idle-soft',
  'focus',
  'chart-flow',
  'chart-room',
  'chart-hot-water',
  'chart-outdoor',
] as const

export type ColourRole = (typeof colourRoles)[number]
export type Scheme = 'light' | 'dark'
/** Values of custom properties, by name without the leading dashes. */
export type Properties = Readonly<Record<string, string>>
export type Schemes = Readonly<Record<Scheme, Properties>>
export type Theme = ({ kind: 'theme' } & Schemes) | { kind: 'invalid'; reason: string }

/**
 * `strong`: the font weight of headings and important text. `hero`: the surface of an appliance's values. `picture`:
 * the tint of decorative drawings. `drawing-*`: the drawing style, see client/styles/tokens.css.
 */
const shapeRoles = [
  'radius',
  'shadow',
  'shadow-high',
  'backdrop',
  'strong',
  'hero',
  'picture',
  'drawing-line',
  'drawing-outline',
  'drawing-corner',
  'drawing-cap',
  'drawing-ink',
  'drawing-body',
]
const allowedRoles = new Set<string>([...colourRoles, ...shapeRoles])
const lightRule = /:root\s*\{([^}]*)\}/
const darkRule = /@media\s*\(prefers-color-scheme:\s*dark\)\s*\{\s*:root\s*\{([^}]*)\}\s*\}/

/**
 * Parses a theme: one `:root` rule, and one more inside `@media (prefers-color-scheme: dark)`, which only set custom
 * properties by role. Colours must be set in both rules, and no role only in the dark one.
 */
export function parseTheme(css: string): Theme {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const dark = darkRule.exec(bare)
  const rest = bare.replace(darkRule, '')
  const light = lightRule.exec(rest)
  if (!light || !dark) return invalid('needs a :root rule for light and one for prefers-color-scheme: dark')
  if (rest.replace(lightRule, '').trim() !== '') return invalid('may hold nothing but its two :root rules')
  return checkRoles(declarations(light[1] ?? ''), declarations(dark[1] ?? ''))
}

/** The declarations of one rule, `{name: value}`; names without dashes are allowed only for custom properties. */
export function declarations(body: string): Properties {
  const lines = body.split(';').map((line) => line.trim())
  return Object.fromEntries(lines.filter(Boolean).map(declaration))
}

function declaration(line: string): [string, string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim()
  return [name.startsWith('--') ? name.slice(2) : `(${name})`, line.slice(colon + 1).trim()]
}

function checkRoles(light: Properties, dark: Properties): Theme {
  const foreign = [...Object.keys(light), ...Object.keys(dark)].find((name) => !allowedRoles.has(name))
  if (foreign) return invalid(`sets ${foreign}, which is no role a theme may set`)
  const oneSided = [...colourRoles, ...Object.keys(dark)].find((role) => role in light !== role in dark)
  if (oneSided) return invalid(`sets ${oneSided} for one of light and dark only`)
  return { kind: 'theme', light, dark }
}

/**
 * Compiles the theme to one rule in which each role has its light and its dark value. The page's tokens choose one by
 * `--light` and `--dark`, which the system or the reader sets.
 */
export function compileTheme({ light, dark }: Schemes): string {
  const lines = Object.entries(light).map(([name, value]) => {
    const other = dark[name]
    return `--${name}:${other === undefined ? value : `var(--light,${value}) var(--dark,${other})`};`
  })
  return `:root{${lines.join('')}}`
}

function invalid(reason: string): Theme {
  return { kind: 'invalid', reason }
}
