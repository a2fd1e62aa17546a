import { THEMES, useTheme } from './theme.js';

/** Goes round the themes. */
export const ThemeButton = () => {
  const [theme, setTheme] = useTheme();
  return (
    <button
      type="button"
      className="action"
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={() => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!)}
    >
      {{ auto: '◐', light: '○', dark: '●' }[theme]}
    </button>
  );
};
