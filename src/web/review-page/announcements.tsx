import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const Announce = createContext<(text: string) => void>(() => {});

/** Tells a screen reader what happened elsewhere on the page. */
export const useSay = (): ((text: string) => void) => useContext(Announce);

/** The place where that is written. */
export const Announcements = ({ children }: { children: ReactNode }) => {
  const [last, setLast] = useState({ text: '', count: 0 });
  const say = useCallback((text: string) => setLast(({ count }) => ({ text, count: count + 1 })), []);
  return (
    <Announce value={say}>
      {children}
      <div role="status" className="visually-hidden">
        {/* The same words twice are two messages. */}
        <span key={last.count}>{last.text}</span>
      </div>
    </Announce>
  );
};
