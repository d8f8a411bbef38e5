import arrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import check from 'lucide/dist/esm/icons/check.mjs'
import chevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import circleQuestionMark from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import clock from 'lucide/dist/esm/icons/clock.mjs'
import download from 'lucide/dist/esm/icons/download.mjs'
import ellipsisVertical from 'lucide/dist/esm/icons/ellipsis-vertical.mjs'
import info from 'lucide/dist/esm/icons/info.mjs'
import lock from 'lucide/dist/esm/icons/lock.mjs'
import logOut from 'lucide/dist/esm/icons/log-out.mjs'
import menu from 'lucide/dist/esm/icons/menu.mjs'
import pencil from 'lucide/dist/esm/icons/pencil.mjs'
import plus from 'lucide/dist/esm/icons/plus.mjs'
import sunMoon from 'lucide/dist/esm/icons/sun-moon.mjs'
import trash from 'lucide/dist/esm/icons/trash.mjs'
import user from 'lucide/dist/esm/icons/user.mjs'
import x from 'lucide/dist/esm/icons/x.mjs'
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
export const CheckIcon = lineIcon(check)
export const ChevronIcon = lineIcon(chevronDown)
export const ArrowLeftIcon = lineIcon(arrowLeft)
export const ClockIcon = lineIcon(clock)
export const AppearanceIcon = lineIcon(sunMoon)

/** A house with a flame. */
export const AppliancesIcon = drawnIcon(
  <>
    <path d="M3 11.5 12 4l9 7.5M5.5 9.8v8.7a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V9.8" />
    <path d="M12 10c2 1.7 3 3.1 3 4.5a3 3 0 0 1-6 0c0-1.4 1-2.8 3-4.5Z" />
  </>,
)
