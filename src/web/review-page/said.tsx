import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const Said = createContext<(text: string) => void>(() => {});

/** Tells a screen reader what happened elsewhere on the page. */
export const useSay = (): ((text: string) => void) => useContext(Said);

/** The place where that is written. */
export const SaidProvider = ({ children }: { children: ReactNode }) => {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const say = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  return (
    <Said value={say}>
      {children}
      <div role="status" className="visually-hidden">
        {/* The same words twice are two messages. */}
        <span key={said.count}>{said.text}</span>
      </div>
    </Said>
  );
};
