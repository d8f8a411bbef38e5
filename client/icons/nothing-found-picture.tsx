import { StatePicture } from './state-pictures.tsx'
import styles from './state-pictures.module.css'

/** A magnifying glass with the outline of a boiler. */
export function NothingFoundPicture() {
  return (
    <StatePicture>
      <path className={styles.pipe} d="M120 92l30 30" />
      <circle className={styles.body} cx="90" cy="62" r="42" />
      <path className={styles.dashed} d="M76 38h28a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H76a6 6 0 0 1-6-6V44a6 6 0 0 1 6-6Z" />
    </StatePicture>
  )
}
