/** Text cut to a width in units, by the mean width of letters; what is cut ends in an ellipsis. */
export const fitted = (text: string, width: number, size = 13): string => {
  const letters = Array.from(text);
  const room = Math.max(1, Math.floor(width / (size * 0.56)));
  return letters.length <= room ? text : `${letters.slice(0, room - 1).join('')}…`;
};
