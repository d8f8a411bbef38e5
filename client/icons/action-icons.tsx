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
import { createIcon, createLucideIcon } from './icon.tsx'

export const AddIcon = createLucideIcon(plus)
export const DeleteIcon = createLucideIcon(trash)
export const EllipsisIcon = createLucideIcon(ellipsisVertical)
export const CloseIcon = createLucideIcon(x)
export const MenuIcon = createLucideIcon(menu)
export const InfoIcon = createLucideIcon(info)
export const HelpIcon = createLucideIcon(circleQuestionMark)
export const AccountIcon = createLucideIcon(user)
export const LogoutIcon = createLucideIcon(logOut)
export const DownloadIcon = createLucideIcon(download)
export const EditIcon = createLucideIcon(pencil)
export const LockIcon = createLucideIcon(lock)
export const CheckIcon = createLucideIcon(check)
export const ChevronIcon = createLucideIcon(chevronDown)
export const ArrowLeftIcon = createLucideIcon(arrowLeft)
export const ClockIcon = createLucideIcon(clock)
export const AppearanceIcon = createLucideIcon(sunMoon)

/** A house with a flame. */
export const AppliancesIcon = createIcon(
  <>
    <path d="M3 11.5 12 4l9 7.5M5.5 9.8v8.7a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V9.8" />
    <path d="M12 10c2 1.7 3 3.1 3 4.5a3 3 0 0 1-6 0c0-1.4 1-2.8 3-4.5Z" />
  </>,
)
