import arrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import calendar from 'lucide/dist/esm/icons/calendar.mjs'
import camera from 'lucide/dist/esm/icons/camera.mjs'
import check from 'lucide/dist/esm/icons/check.mjs'
import chevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import circleQuestionMark from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import clock from 'lucide/dist/esm/icons/clock.mjs'
import copy from 'lucide/dist/esm/icons/copy.mjs'
import download from 'lucide/dist/esm/icons/download.mjs'
import ellipsisVertical from 'lucide/dist/esm/icons/ellipsis-vertical.mjs'
import externalLink from 'lucide/dist/esm/icons/external-link.mjs'
import eye from 'lucide/dist/esm/icons/eye.mjs'
import eyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import info from 'lucide/dist/esm/icons/info.mjs'
import lock from 'lucide/dist/esm/icons/lock.mjs'
import logOut from 'lucide/dist/esm/icons/log-out.mjs'
import menu from 'lucide/dist/esm/icons/menu.mjs'
import monitor from 'lucide/dist/esm/icons/monitor.mjs'
import moon from 'lucide/dist/esm/icons/moon.mjs'
import pencil from 'lucide/dist/esm/icons/pencil.mjs'
import plus from 'lucide/dist/esm/icons/plus.mjs'
import rotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs'
import sun from 'lucide/dist/esm/icons/sun.mjs'
import sunMoon from 'lucide/dist/esm/icons/sun-moon.mjs'
import trash from 'lucide/dist/esm/icons/trash.mjs'
import user from 'lucide/dist/esm/icons/user.mjs'
import x from 'lucide/dist/esm/icons/x.mjs'
import zoomIn from 'lucide/dist/esm/icons/zoom-in.mjs'
import zoomOut from 'lucide/dist/esm/icons/zoom-out.mjs'
import { drawnIcon, lineIcon } from './icon.tsx'

export const AddIcon = lineIcon(plus)
export const DeleteIcon = lineIcon(trash)
export const MoreIcon = lineIcon(ellipsisVertical)
export const CloseIcon = lineIcon(x)
export const MenuIcon = lineIcon(menu)
export const InfoIcon = lineIcon(info)
export const HelpIcon = lineIcon(circleQuestionMark)
export const AccountIcon = lineIcon(user)
export const LogoutIcon = lineIcon(logOut)
export const DownloadIcon = lineIcon(download)
export const EditIcon = lineIcon(pencil)
export const LockIcon = lineIcon(lock)
export const EyeIcon = lineIcon(eye)
export const EyeOffIcon = lineIcon(eyeOff)
export const CheckIcon = lineIcon(check)
export const ChevronIcon = lineIcon(chevronDown)
export const ArrowLeftIcon = lineIcon(arrowLeft)
export const ExternalIcon = lineIcon(externalLink)
export const ClockIcon = lineIcon(clock)
export const CalendarIcon = lineIcon(calendar)
export const CopyIcon = lineIcon(copy)
export const AgainIcon = lineIcon(rotateCw)
export const ZoomInIcon = lineIcon(zoomIn)
export const ZoomOutIcon = lineIcon(zoomOut)
export const AppearanceIcon = lineIcon(sunMoon)
export const SystemIcon = lineIcon(monitor)
export const LightIcon = lineIcon(sun)
export const DarkIcon = lineIcon(moon)
export const CameraIcon = lineIcon(camera)

/** A house with a flame. */
export const AppliancesIcon = drawnIcon(
  <>
    <path d="M3 11.5 12 4l9 7.5M5.5 9.8v8.7a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V9.8" />
    <path d="M12 10c2 1.7 3 3.1 3 4.5a3 3 0 0 1-6 0c0-1.4 1-2.8 3-4.5Z" />
  </>,
)
