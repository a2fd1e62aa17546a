import { useEffect, useState } from 'react';

/** What a long computation gives, made after the page was drawn without it; undefined until then. The function must stay the same while its inputs do. */
export const useLater = <T>(compute: () => T): T | undefined => {
  const [made, setMade] = useState<{ by: () => T; is: T }>();
  useEffect(() => {
    const timer = setTimeout(() => setMade({ by: compute, is: compute() }));
    return () => clearTimeout(timer);
  }, [compute]);
  return made?.by === compute ? made.is : undefined;
};
