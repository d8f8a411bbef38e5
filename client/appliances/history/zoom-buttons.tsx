import { useTexts } from '#client/i18n/text-provider.tsx'
import { ArrowLeftIcon } from '#client/icons/action-icons.tsx'
import { RetryIcon, ZoomInIcon, ZoomOutIcon } from '#client/icons/late-icons.tsx'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import styles from './history.module.css'
import type { ZoomableView } from './use-chart-gestures.ts'
import { isWholePeriodVisible, moveView, zoomView } from './chart-view.ts'

const buttonStep = 2
const buttonShare = 0.5

/** Buttons that zoom and move the chart, as the gestures do. */
export function ZoomButtons({ view, bounds, onView }: ZoomableView) {
  const { t } = useTexts()
  const at = (view.from + view.to) / 2
  const whole = isWholePeriodVisible(view, bounds)
  return (
    <div className={styles.zoom}>
      <IconButton
        label={t('history.zoom-in')}
        icon={<ZoomInIcon />}
        onPress={() => onView(zoomView(view, bounds, { factor: 1 / buttonStep, at }))}
      />
      <IconButton
        label={t('history.zoom-out')}
        icon={<ZoomOutIcon />}
        isDisabled={whole}
        onPress={() => onView(zoomView(view, bounds, { factor: buttonStep, at }))}
      />
      <IconButton
        label={t('history.earlier')}
        icon={<ArrowLeftIcon />}
        isDisabled={view.from <= bounds.from}
        onPress={() => onView(moveView(view, bounds, -buttonShare))}
      />
      <IconButton
        label={t('history.later')}
        icon={
          <span className={styles.turned}>
            <ArrowLeftIcon />
          </span>
        }
        isDisabled={view.to >= bounds.to}
        onPress={() => onView(moveView(view, bounds, buttonShare))}
      />
      <IconButton label={t('history.whole')} icon={<RetryIcon />} isDisabled={whole} onPress={() => onView(bounds)} />
    </div>
  )
}
