import { describe, expect, it } from 'vitest';
import { inForm, serviceForm } from './service-form.js';
import { services } from './services.js';

const azure = services().azure!;
const dialect = { headers: (key: string | undefined) => ({ authorization: `Bearer ${key}` }) };

describe('a service whose customers have addresses of their own', () => {
  it('needs one', () => {
    for (const env of [{}, { [azure.homeVariable!]: '  ' }])
      expect(() => serviceForm('azure', azure, env)).toThrow(`set ${azure.homeVariable}, for example to`);
  });

  it('is asked with the version that is set, else with the one that is known', () => {
    const env = { [azure.homeVariable!]: azure.example! };
    expect(serviceForm('azure', azure, env).route).toContain(azure.version!.default);
    const other = serviceForm('azure', azure, { ...env, [azure.version!.variable]: '2031-01-01' });
    expect(other.route).toContain('2031-01-01');
    const plain = serviceForm('azure', { ...azure, version: undefined, route: 'x{version}{path}' }, env);
    expect(plain.route).toBe('x{path}');
  });

  it('gets its key in its own header, and the model in the address unless that has a version', () => {
    const { keyHeader, route } = serviceForm('azure', azure, { [azure.homeVariable!]: azure.example! });
    const formed = inForm(dialect, { keyHeader, route }, ['https://example.org/openai']);
    expect(formed.headers('k')).toEqual({ [azure.keyHeader!]: 'k' });
    expect(formed.headers(undefined)).toEqual({});
    expect(formed.routed('/chat', 'a b$&')).toContain('a%20b%24%26');
    expect(inForm(dialect, { keyHeader, route }, ['https://example.org/v1']).routed('/chat', 'm')).toBe(
      '/chat',
    );
    expect(inForm(dialect, {}, ['https://example.org']).headers('k')).toEqual({ authorization: 'Bearer k' });
  });
});
