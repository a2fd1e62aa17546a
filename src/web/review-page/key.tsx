/** The key that does what it stands on. Not read out, since it is no part of a name. */
export const Key = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  <kbd aria-hidden="true">{children}</kbd>
);
