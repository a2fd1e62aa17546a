import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Draws its content for the width that there is, so that the letters of a chart stay as large as those around it. */
export const Measured = ({ children }: { children: (width: number) => ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = place.current!;
    const measure = (): void => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{width !== undefined && width > 0 && children(width)}</div>;
};
