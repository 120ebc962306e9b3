import { expect, it } from 'vitest';
import { t } from '@/src/texts/i18n';

it('a text for a label → invisible characters from elsewhere are spelled out, spaces of numbers stay', () => {
  const values = { name: 'a\u202egnp.exe', width: 1, height: 1, size: '1\u202f204\u00a0kB' };
  expect(t('conversation.images.facts', values)).toBe('a\\u202egnp.exe, 1 × 1, 1\u202f204\u00a0kB');
});
