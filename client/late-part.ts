/**
 * The code that each signed-in person needs after the first view: drawing and day chart of a card, notice bell, and the
 * state for the offline page. Because all this code is in one file, the browser loads one file instead of seven. Import
 * this module only dynamically.
 */
export { startStoringLastState } from './app/store-last-state.ts'
export { addNoticeEffects } from './app/notice-effects.ts'
export { DayLine } from './appliances/readings/day-line/day-line.tsx'
export { ApplianceDrawing } from './icons/appliance-drawing.tsx'
export { NoticeBell } from './notices/notice-bell.tsx'
