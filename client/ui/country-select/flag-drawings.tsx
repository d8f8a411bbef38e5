import type { ReactNode } from 'react'

/** How a flag is made: stripes, a Nordic cross, or a picture of its own, on a ground of 24 by 16. */
export type Drawing =
  | { kind: 'rows'; colours: readonly string[]; over?: ReactNode }
  | { kind: 'columns'; colours: readonly string[] }
  | { kind: 'cross'; ground: string; edge?: string; cross: string }
  | { kind: 'free'; picture: ReactNode }

const white = '#ffffff'

const union = (
  <>
    <path fill="#012169" d="M0 0h24v16H0z" />
    <path d="M0 0 24 16M24 0 0 16" stroke={white} strokeWidth={3.2} />
    <path d="M0 0 24 16M24 0 0 16" stroke="#c8102e" strokeWidth={1.3} />
    <path d="M12 0v16M0 8h24" stroke={white} strokeWidth={5.2} />
    <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth={3} />
  </>
)

const swissCross = (
  <>
    <path fill="#da291c" d="M0 0h24v16H0z" />
    <path fill={white} d="M10.5 3.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z" />
  </>
)

const spanishArms = (
  <>
    <path fill="#f1bf00" d="M0 4h24v8H0z" />
    <path fill="#aa151b" d="M5.2 6h3.6v2.4a1.8 1.8 0 0 1-3.6 0z" />
    <path fill="#ad7d00" d="M5.2 5.4c.5-.8 3.1-.8 3.6 0z" />
  </>
)

const slovenianShield = (
  <>
    <path
      fill="#005da4"
      stroke="#c8102e"
      strokeWidth={0.5}
      d="M4.2 2.4h4.6v3.2c0 1.6-1 2.6-2.3 3.2-1.3-.6-2.3-1.6-2.3-3.2z"
    />
    <path fill={white} d="m4.9 6.4 1-1.6.6.6.9-1.6 1.3 2.6c-.3.8-1.1 1.3-2 1.7-.8-.3-1.5-.9-1.8-1.7z" />
  </>
)

const slovakShield = (
  <>
    <path
      fill="#c8102e"
      stroke={white}
      strokeWidth={0.7}
      d="M3.5 3.8h6.4v4.5c0 2.1-1.4 3.3-3.2 4.2-1.8-.9-3.2-2.1-3.2-4.2z"
    />
    <path stroke={white} strokeWidth={0.9} d="M6.7 4.8v5.4M5.3 6.1h2.8M4.7 7.8h4" />
    <path
      fill="#0b4ea2"
      d="M4.3 10.2c.5-.7 1.2-.9 1.6-.4.4-.7 1.2-.7 1.6 0 .4-.5 1.1-.3 1.6.4-.6.9-1.4 1.4-2.4 1.9-1-.5-1.8-1-2.4-1.9z"
    />
  </>
)

/** By ISO 3166-1 alpha-2; the countries of specification 9. */
export const drawings: Readonly<Record<string, Drawing>> = {
  AT: { kind: 'rows', colours: ['#c8102e', white, '#c8102e'] },
  BE: { kind: 'columns', colours: ['#1d1d1b', '#fdda24', '#ef3340'] },
  CH: { kind: 'free', picture: swissCross },
  CZ: { kind: 'rows', colours: [white, '#d7141a'], over: <path fill="#11457e" d="M0 0l12 8-12 8z" /> },
  DE: { kind: 'rows', colours: ['#1d1d1b', '#dd0000', '#ffce00'] },
  DK: { kind: 'cross', ground: '#c8102e', cross: white },
  ES: { kind: 'rows', colours: ['#aa151b'], over: spanishArms },
  FO: { kind: 'cross', ground: white, edge: '#005eb9', cross: '#ef303e' },
  FR: { kind: 'columns', colours: ['#002654', white, '#ce1126'] },
  GB: { kind: 'free', picture: union },
  IT: { kind: 'columns', colours: ['#008c45', white, '#cd212a'] },
  LU: { kind: 'rows', colours: ['#ef3340', white, '#00a3e0'] },
  NL: { kind: 'rows', colours: ['#ae1c28', white, '#21468b'] },
  PL: { kind: 'rows', colours: [white, '#dc143c'] },
  SE: { kind: 'cross', ground: '#006aa7', cross: '#fecc02' },
  SI: { kind: 'rows', colours: [white, '#005da4', '#ed1c24'], over: slovenianShield },
  SK: { kind: 'rows', colours: [white, '#0b4ea2', '#ee1c25'], over: slovakShield },
}
