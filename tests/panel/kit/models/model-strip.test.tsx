// @document
import { fireEvent, within } from '@testing-library/react/pure';
import { describe, expect, it } from 'vitest';
import { ModelStrip } from '@/src/panel/kit/models/model-strip';
import type { ModelStrip as Strip } from '@/src/schema/values/model-strip';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

const STRIP: Strip = {
  groups: [
    {
      name: 'openai',
      marks: [
        { state: 'visible', name: 'gpt-5', count: 1 },
        { state: 'lost', name: 'gpt-5-preview', count: 1, isUnsaved: true },
        { state: 'hidden', name: 'gpt-4', count: 40 },
      ],
    },
    { name: 'mistral', marks: [{ state: 'unknown', name: 'mistral', count: 1 }] },
    { name: null, marks: [{ state: 'back', name: 'sonar', count: 1 }] },
  ],
};

const strip = () => rendering.shown.getByRole('slider', { name: 'Models of the page' });

describe('the strip of models', () => {
  it('has a mark for each entry, and a table of the numbers', () => {
    rendering.render(<ModelStrip strip={STRIP} />);
    expect(rendering.place.querySelectorAll('[data-index]')).toHaveLength(5);
    expect(strip().getAttribute('aria-valuetext')).toBe(
      'Visible, Hidden, Newly hidden, Brought back and Not loaded',
    );
    const rows = within(rendering.shown.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'VisibleHiddenNewly hiddenBrought backNot loaded',
      'openai140100',
      'mistral00001',
      'Other groups00010',
    ]);
  });

  it('names the mark that the arrow keys reach, and stops at both ends', async () => {
    rendering.render(<ModelStrip strip={STRIP} />);
    await rendering.user.tab();
    expect(document.activeElement).toBe(strip());
    const heard: (string | null)[] = [];
    for (const key of ['Right', 'Right', 'Down', 'Left', 'Home', 'Up', 'End', 'Right']) {
      await rendering.user.keyboard(['Home', 'End'].includes(key) ? `{${key}}` : `{Arrow${key}}`);
      heard.push(strip().getAttribute('aria-valuetext'));
    }
    expect(heard).toEqual([
      'gpt-5 · Visible',
      'gpt-5-preview · Newly hidden · Not saved yet',
      'gpt-4 +39 · Hidden',
      'gpt-5-preview · Newly hidden · Not saved yet',
      'gpt-5 · Visible',
      'gpt-5 · Visible',
      'sonar · Brought back',
      'sonar · Brought back',
    ]);
    await rendering.user.tab();
    expect(rendering.shown.queryByText('sonar · Brought back')).toBeNull();
  });

  it('names the mark below the pointer until the pointer leaves', () => {
    rendering.render(<ModelStrip strip={STRIP} />);
    const marks = rendering.place.querySelectorAll('[data-index]');
    fireEvent.pointerMove(marks[1] ?? expect.fail('It has no second mark.'));
    rendering.shown.getByText('gpt-5-preview · Newly hidden · Not saved yet');
    fireEvent.pointerLeave(strip());
    expect(rendering.shown.queryByText('gpt-5-preview · Newly hidden · Not saved yet')).toBeNull();
  });

  it('spells out invisible characters of a name', async () => {
    rendering.render(
      <ModelStrip
        strip={{ groups: [{ name: 'a', marks: [{ state: 'hidden', name: 'gpt\u200b-5', count: 1 }] }] }}
      />,
    );
    await rendering.user.tab();
    await rendering.user.keyboard('{ArrowRight}');
    expect(strip().getAttribute('aria-valuetext')).not.toContain('\u200b');
  });

  it('is not there without models', () => {
    rendering.render(<ModelStrip strip={{ groups: [{ name: 'a', marks: [] }] }} />);
    expect(rendering.place.querySelector('figure')).toBeNull();
  });
});
