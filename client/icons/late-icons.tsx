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
import { createLucideIcon } from './icon.tsx'

// Icons of parts that are loaded on demand, so that the first view does not load them.

export const EyeIcon = createLucideIcon(eye)
export const EyeOffIcon = createLucideIcon(eyeOff)
export const ExternalLinkIcon = createLucideIcon(externalLink)
export const CalendarIcon = createLucideIcon(calendar)
export const CopyIcon = createLucideIcon(copy)
export const RetryIcon = createLucideIcon(rotateCw)
export const ZoomInIcon = createLucideIcon(zoomIn)
export const ZoomOutIcon = createLucideIcon(zoomOut)
export const SystemSchemeIcon = createLucideIcon(monitor)
export const LightSchemeIcon = createLucideIcon(sun)
export const DarkSchemeIcon = createLucideIcon(moon)
export const CameraIcon = createLucideIcon(camera)
