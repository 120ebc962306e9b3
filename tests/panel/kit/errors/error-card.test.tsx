// @document
import { within } from '@testing-library/react/pure';
import { describe, expect, it, vi } from 'vitest';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { ERROR_CODES, errorTitle } from '@/src/schema/values/error-code';
import { t } from '@/src/texts/i18n';
import { withRendering } from '../../with-rendering';

const page = withRendering();

describe('an error card', () => {
  it.each(ERROR_CODES)('of the class %s begins with a short title in words, not with its code', (code) => {
    const error = { code, message: 'It happened.', remedy: 'Do this.', details: null };
    page.render(<ErrorCard error={error} />);
    const [title, message, remedy] = page.shown.getAllByRole('paragraph').map((line) => line.textContent);
    expect([title, message, remedy]).toEqual([t(errorTitle(code)), 'It happened.', 'Do this.']);
    expect(title).toMatch(/^[A-Z][A-Za-z ]{5,30}$/);
  });

  it('has Dismiss only where it can be hidden, and Copy only with details', async () => {
    const error = { code: 'network', message: 'No.', remedy: 'Retry.', details: null } as const;
    page.render(<ErrorCard error={error} />);
    expect(page.buttonNames()).toEqual([]);
    const onDismiss = vi.fn();
    page.render(
      <ErrorCard error={{ ...error, details: 'HTTP 502' }} onDismiss={onDismiss}>
        <button type="button">Retry</button>
      </ErrorCard>,
    );
    expect(page.buttonNames()).toEqual(['Dismiss', 'Retry', 'Copy']);
    const details = within(page.shown.getByRole('group'));
    expect(details.getByRole('button', { name: 'Copy' })).toBeDefined();
    expect(details.getByText('HTTP 502')).toBeDefined();
    await page.press('Dismiss');
    expect(onDismiss).toHaveBeenCalledOnce();
  });
});
