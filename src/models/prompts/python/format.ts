/**
 * What Python's `str.format` makes of a template with named places: `{{` and `}}` are braces, `{NAME}` is filled. Places with
 * anything else in them are refused.
 */
export const pythonFormat = (
  template: string,
  named: (name: string) => string,
  wrong: (found: string) => Error,
): string =>
  template.replace(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (found, name: string | undefined) => {
    if (found === '{{') return '{';
    if (found === '}}') return '}';
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) return named(name);
    throw wrong(`a brace that .format does not take: ${found}`);
  });
