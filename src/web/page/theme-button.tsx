import { useEffect, useState } from 'react';
import { Action } from './parts/action.js';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'r2med-theme';

/** Storage is refused in some settings and for some files; the choice then lasts as long as the page. */
const stored = (): Theme => {
  try {
    const found = window.localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === found) ?? 'auto';
  } catch {
    return 'auto';
  }
};

const store = (theme: Theme): void => {
  try {
    window.localStorage.setItem(KEY, theme);
  } catch {
    // See above.
  }
};

/** The theme that was chosen; `auto` is what the system prefers, also when that changes. */
const useTheme = (): readonly [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState<Theme>(stored);
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => {
      document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
    };
    apply();
    store(theme);
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [theme]);
  return [theme, setTheme];
};

export const ThemeButton = () => {
  const [theme, setTheme] = useTheme();
  return (
    <Action
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={() => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!)}
    >
      {{ auto: '◐', light: '○', dark: '●' }[theme]}
    </Action>
  );
};
