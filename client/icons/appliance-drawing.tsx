import type { ApplianceType } from '#contract/appliance.ts'
import styles from './appliance-drawing.module.css'

export type ApplianceDrawingProps = {
  type: ApplianceType
  hasFlame: boolean
  hasFan: boolean
  /** Whether the appliance heats domestic hot water. */
  hasWater: boolean
  /** Whether the motion stops, because the data is old. */
  isStill: boolean
}

/** Draws the appliance and its activity. The drawing is decoration, because the text next to it says the same. */
export function ApplianceDrawing({ type, hasFlame, hasFan, hasWater, isStill }: ApplianceDrawingProps) {
  const { Body, flame, fan } = drawings[type]
  const isOn = hasFlame || hasFan
  return (
    <span className={styles.drawing} data-still={isStill || undefined} aria-hidden="true">
      <svg viewBox="0 0 96 96" focusable="false">
        <Body isOn={isOn} />
      </svg>
      {flame && <Part kind="flame" spot={flame} isOn={hasFlame} />}
      {fan && <Part kind="fan" spot={fan} isOn={hasFan} />}
      {hasWater && <Part kind="drop" />}
    </span>
  )
}

type BodyProps = { isOn: boolean }

function BoilerBody() {
  return (
    <>
      <path className={styles.pipe} d="M36 72v18M60 72v18" />
      <rect className={styles.body} x="20" y="6" width="56" height="68" rx="9" />
      <circle className={styles.window} cx="48" cy="36" r="19" />
      <path className={styles.line} d="M34 64h12M60 64h2" />
    </>
  )
}

function HeatPumpBody() {
  return (
    <>
      <path className={styles.line} d="M20 78v8M76 78v8" />
      <rect className={styles.body} x="6" y="20" width="84" height="58" rx="8" />
      <circle className={styles.window} cx="37" cy="49" r="22" />
      <path className={styles.line} d="M70 36h11M70 45h11M70 54h11M70 63h11" />
    </>
  )
}

function HybridBody() {
  return (
    <>
      <path className={styles.pipe} d="M24 70v16h20M52 78v8h-8" />
      <rect className={styles.body} x="6" y="12" width="36" height="58" rx="8" />
      <circle className={styles.window} cx="24" cy="38" r="13" />
      <rect className={styles.body} x="48" y="34" width="44" height="44" rx="8" />
      <circle className={styles.window} cx="70" cy="56" r="16" />
    </>
  )
}

function RadiatorBody({ isOn }: BodyProps) {
  return (
    <>
      <path className={styles.pipe} d="M10 84h8M86 84h-8" />
      {[14, 32, 50, 68].map((x) => (
        <rect key={x} className={styles.body} x={x} y="34" width="15" height="56" rx="7" />
      ))}
      {isOn && <path className={styles.warmth} d="M30 24c-5-5 5-7 0-12M48 24c-5-5 5-7 0-12M66 24c-5-5 5-7 0-12" />}
    </>
  )
}

type Spot = 'boiler' | 'heatPump' | 'hybridFlame' | 'hybridFan'

type Drawn = { Body: (props: BodyProps) => React.ReactNode; flame?: Spot; fan?: Spot }

const drawings: Readonly<Record<ApplianceType, Drawn>> = {
  BOILER: { Body: BoilerBody, flame: 'boiler' },
  HP: { Body: HeatPumpBody, fan: 'heatPump' },
  HYBRID: { Body: HybridBody, flame: 'hybridFlame', fan: 'hybridFan' },
  UNKNOWN: { Body: RadiatorBody },
}

/** Draws each moving part as an element of its own, so that the browser can move the part without repainting. */
function Part({ kind, spot, isOn = false }: { kind: keyof typeof parts; spot?: Spot; isOn?: boolean }) {
  return (
    <svg
      className={[styles[kind], spot && styles[spot]].join(' ')}
      data-on={isOn || undefined}
      viewBox="0 0 24 24"
      focusable="false"
    >
      {parts[kind]}
    </svg>
  )
}

const parts = {
  flame: (
    <path d="M12 2c5 4.4 7.5 8 7.5 12a7.5 7.5 0 0 1-15 0c0-2.3 1-4.4 2.8-6 .5 1.8 1.3 2.8 2.5 3.3C9.5 7.8 10.2 4.8 12 2Z" />
  ),
  fan: (
    <>
      <path d="M12 12c-3.5-2.5-3.5-7 0-10 2.5 2.5 2.5 6.5 0 10Zm0 0c3.9-1.8 7.8.5 8.7 5-3.4.9-6.9-1.1-8.7-5Zm0 0c-.4 4.3-4.3 6.5-8.7 5 .9-3.4 4.4-5.4 8.7-5Z" />
      <circle cx="12" cy="12" r="1.6" />
    </>
  ),
  drop: (
    <>
      <circle className={styles.badge} cx="12" cy="12" r="11" />
      <path className={styles.tap} d="M5.5 10V7.5h7a3 3 0 0 1 3 3V11M9.5 7.5V5M7.5 5h4" />
      <path className={styles.water} d="M15.5 13.5c1.3 1.6 2 2.7 2 3.7a2 2 0 0 1-4 0c0-1 .7-2.1 2-3.7Z" />
    </>
  ),
}
