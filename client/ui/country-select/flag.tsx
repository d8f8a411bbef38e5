import styles from './flag.module.css'
import { type Drawing, drawings } from './flag-drawings.tsx'

const width = 24
const height = 16

/** The flag of a country, drawn by hand: emoji flags are letters on some platforms. Countries without a drawing show their code. */
export function Flag({ country }: { country: string }) {
  const drawing = drawings[country]
  return (
    <span className={styles.flag} aria-hidden="true">
      {drawing ? (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} focusable="false">
          <Drawn drawing={drawing} />
        </svg>
      ) : (
        <span className={styles.code}>{country}</span>
      )}
    </span>
  )
}

function Drawn({ drawing }: { drawing: Drawing }) {
  switch (drawing.kind) {
    case 'rows':
      return <Rows {...drawing} />
    case 'columns':
      return <Columns {...drawing} />
    case 'cross':
      return <Cross {...drawing} />
    case 'free':
      return drawing.picture
  }
}

function Rows({ colours, over }: Extract<Drawing, { kind: 'rows' }>) {
  const each = height / colours.length
  return (
    <>
      {colours.map((colour, index) => (
        <rect key={colour + String(index)} y={index * each} width={width} height={each} fill={colour} />
      ))}
      {over}
    </>
  )
}

function Columns({ colours }: Extract<Drawing, { kind: 'columns' }>) {
  const each = width / colours.length
  return colours.map((colour, index) => (
    <rect key={colour} x={index * each} width={each} height={height} fill={colour} />
  ))
}

/** The Nordic cross, its upright nearer to the staff. */
function Cross({ ground, edge, cross }: Extract<Drawing, { kind: 'cross' }>) {
  return (
    <>
      <rect width={width} height={height} fill={ground} />
      {edge && <path d="M9 0v16M0 8h24" stroke={edge} strokeWidth={5} />}
      <path d="M9 0v16M0 8h24" stroke={cross} strokeWidth={edge ? 2.5 : 3} />
    </>
  )
}
