// Slowness has a sign, but only once it is felt: what is quick must not flicker.

/** What has not come after so many milliseconds is said to be on its way. */
export const LATE = 300;

/** What the work comes to; calls `tell` where it is late. */
export async function unlessLate(work, tell) {
  const timer = setTimeout(tell, LATE);
  return work.finally(() => clearTimeout(timer));
}
