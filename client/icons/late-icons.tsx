import calendar from 'lucide/dist/esm/icons/calendar.mjs'
import camera from 'lucide/dist/esm/icons/camera.mjs'
import copy from 'lucide/dist/esm/icons/copy.mjs'
import externalLink from 'lucide/dist/esm/icons/external-link.mjs'
import eye from 'lucide/dist/esm/icons/eye.mjs'
import eyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import monitor from 'lucide/dist/esm/icons/monitor.mjs'
import moon from 'lucide/dist/esm/icons/moon.mjs'
import rotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs'
import sun from 'lucide/dist/esm/icons/sun.mjs'
import zoomIn from 'lucide/dist/esm/icons/zoom-in.mjs'
import zoomOut from 'lucide/dist/esm/icons/zoom-out.mjs'
import { lineIcon } from './icon.tsx'

// Icons of parts that are loaded on demand, so that the first view does not load them.

export const EyeIcon = lineIcon(eye)
export const EyeOffIcon = lineIcon(eyeOff)
export const ExternalIcon = lineIcon(externalLink)
export const CalendarIcon = lineIcon(calendar)
export const CopyIcon = lineIcon(copy)
export const AgainIcon = lineIcon(rotateCw)
export const ZoomInIcon = lineIcon(zoomIn)
export const ZoomOutIcon = lineIcon(zoomOut)
export const SystemIcon = lineIcon(monitor)
export const LightIcon = lineIcon(sun)
export const DarkIcon = lineIcon(moon)
export const CameraIcon = lineIcon(camera)
