import type { Candidate } from '../rerank-method.js';

export interface Window {
  readonly start: number;
  /** The first place after it. */
  readonly end: number;
}

export interface Sliding {
  readonly window: number;
  /** How far the next window begins nearer to the top. */
  readonly step: number;
  readonly passes: number;
}

/**
 * Windows over a list from its end to its front, as RankGPT slides them: 80–100, 70–90, …, 0–20. Where the steps do not come
 * out at 0 the last window is shorter and begins there; RankGPT's own loop stops before, and never shows the first documents.
 */
export const windowsOf = (count: number, window: number, step: number): readonly Window[] => {
  const windows: Window[] = [];
  // A document alone has no order.
  if (count < 2) return windows;
  for (let end = count; ; end -= step) {
    const start = Math.max(0, end - window);
    windows.push({ start, end });
    if (start === 0) return windows;
  }
};

/** The order of the documents of one window, best first, as places in it; undefined when none could be had. */
export type OrderWindow = (
  shown: readonly Candidate[],
  pass: number,
) => Promise<readonly number[] | undefined>;

/** Puts a list in order window by window; undefined when no window could be put in order. */
export const slide = async (
  documents: readonly Candidate[],
  { window, step, passes }: Sliding,
  orderWindow: OrderWindow,
): Promise<readonly Candidate[] | undefined> => {
  const list = [...documents];
  const windows = windowsOf(list.length, window, step);
  let read = windows.length === 0;
  for (let pass = 0; pass < passes; pass++)
    for (const { start, end } of windows) {
      const shown = list.slice(start, end);
      const order = await orderWindow(shown, pass);
      if (!order) continue;
      read = true;
      list.splice(start, shown.length, ...order.map((place) => shown[place]!));
    }
  return read ? list : undefined;
};
