import { expect, it } from 'vitest';
import { proxySettings } from './proxy.js';

it('proxies in lower case come first, and none is none', () => {
  const env = { HTTPS_PROXY: 'http://upper', https_proxy: 'http://lower', NO_PROXY: 'a,b' };
  expect(proxySettings(env)).toEqual({ httpProxy: '', httpsProxy: 'http://lower', noProxy: 'a,b' });
});
