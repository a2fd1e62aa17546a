import { useEffect, useState } from 'react';

/** Whether the page is being printed: paper shows what a screen would draw by need. */
export const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    const changed = (): void => setPrinting(media.matches);
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    media.addEventListener('change', changed);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', changed);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
};
