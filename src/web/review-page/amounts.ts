/** `1 item`, `2 items`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** About how long, as people say it. */
export const about = (seconds: number): string => {
  const minutes = seconds / 60;
  if (minutes < 1.5) return 'about a minute';
  if (minutes < 90) return `about ${Math.round(minutes)} minutes`;
  return `about ${(minutes / 60).toFixed(1)} hours`;
};

/** The time of day of a moment, in the reader's zone; with the date where it was another day. */
export const clock = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return at.toDateString() === now.toDateString() ? time : `${at.toLocaleDateString()} ${time}`;
};

/** Words of a text, roughly. */
export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;
