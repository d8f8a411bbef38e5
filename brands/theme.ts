/** The colours that a theme may set, by role. client/styles/tokens.css has a neutral default for each role. */
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
export type ColourScheme = 'light' | 'dark'
/** The values of CSS custom properties, by their names without the leading dashes. */
export type CustomProperties = Readonly<Record<string, string>>
export type PropertiesByScheme = Readonly<Record<ColourScheme, CustomProperties>>
export type ParsedTheme = ({ kind: 'theme' } & PropertiesByScheme) | { kind: 'invalid'; reason: string }

/**
 * The theme's roles that are not colours. `strong`: the font weight of headings and important text. `hero`: the surface
 * with the values of an appliance. `picture`: the tint of decorative drawings. `drawing-*`: the style of drawings, see
 * client/styles/tokens.css.
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
 * Parses a theme. The CSS must have one `:root` rule, and a second one inside `@media (prefers-color-scheme: dark)`.
 * Both rules may set only custom properties of the roles. Each colour must be set in both rules or in neither, and the
 * dark rule may set no role that the other rule lacks.
 */
export function parseTheme(css: string): ParsedTheme {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const dark = darkRule.exec(bare)
  const rest = bare.replace(darkRule, '')
  const light = lightRule.exec(rest)
  if (!light || !dark) return invalid('needs a :root rule for light and one for prefers-color-scheme: dark')
  if (rest.replace(lightRule, '').trim() !== '') return invalid('may hold nothing but its two :root rules')
  return checkRoles(parseDeclarations(light[1] ?? ''), parseDeclarations(dark[1] ?? ''))
}

/**
 * Parses the declarations of one CSS rule to an object of names and values. The names of custom properties lose their
 * dashes. The names of all other properties get brackets, so that none of them equals a role.
 */
export function parseDeclarations(body: string): CustomProperties {
  const lines = body.split(';').map((line) => line.trim())
  return Object.fromEntries(lines.filter(Boolean).map(declaration))
}

function declaration(line: string): [string, string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim()
  return [name.startsWith('--') ? name.slice(2) : `(${name})`, line.slice(colon + 1).trim()]
}

function checkRoles(light: CustomProperties, dark: CustomProperties): ParsedTheme {
  const foreign = [...Object.keys(light), ...Object.keys(dark)].find((name) => !allowedRoles.has(name))
  if (foreign) return invalid(`sets ${foreign}, which is no role a theme may set`)
  const oneSided = [...colourRoles, ...Object.keys(dark)].find((role) => role in light !== role in dark)
  if (oneSided) return invalid(`sets ${oneSided} for one of light and dark only`)
  return { kind: 'theme', light, dark }
}

/**
 * Compiles a theme to one CSS rule in which each role has its light and its dark value. `--light` and `--dark` in
 * client/styles/tokens.css then select one of the two, by the setting of the system or of the person.
 */
export function compileTheme({ light, dark }: PropertiesByScheme): string {
  const lines = Object.entries(light).map(([name, value]) => {
    const other = dark[name]
    return `--${name}:${other === undefined ? value : `var(--light,${value}) var(--dark,${other})`};`
  })
  return `:root{${lines.join('')}}`
}

function invalid(reason: string): ParsedTheme {
  return { kind: 'invalid', reason }
}
