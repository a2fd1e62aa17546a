import type { ComponentProps } from 'react';

/** A button, which sends no form. */
export const Action = ({ className = 'action', ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={className} {...rest} />
);
