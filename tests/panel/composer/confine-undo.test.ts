// @document
import { fireEvent } from '@testing-library/react/pure';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confineUndo } from '@/src/panel/composer/confine-undo';

let field: HTMLTextAreaElement;
let text: string;
let release: () => void;

beforeEach(() => {
  field = document.body.appendChild(document.createElement('textarea'));
  text = 'draft';
  field.value = text;
  release = confineUndo(field, { getText: () => text });
  field.addEventListener('input', () => {
    text = field.value;
  });
});
afterEach(() => {
  release();
  field.remove();
});

/** An edit as the browser makes it: the value first, then the event. */
function edit(inputType: string, value: string): void {
  fireEvent.input(field, { target: { value }, inputType });
}

describe('Undo in another chat than before', () => {
  it.each(['historyUndo', 'historyRedo'])('%s changes nothing before the first edit', (inputType) => {
    edit(inputType, 'The other chat’s text');
    expect([field.value, text]).toEqual(['draft', 'draft']);
  });

  it('goes back to the first text, and no further', () => {
    edit('insertText', 'draft a');
    edit('insertText', 'draft ab');
    edit('historyUndo', 'draft a');
    edit('historyUndo', 'draft');
    expect(text).toBe('draft');
    edit('historyUndo', 'The other chat’s text');
    expect([field.value, text]).toEqual(['draft', 'draft']);
    edit('historyRedo', 'draft a');
    expect(text).toBe('draft a');
    edit('historyUndo', 'draft');
    expect(text).toBe('draft');
  });

  it('can go through a text that is the first one again', () => {
    edit('insertText', 'draft a');
    edit('deleteContentBackward', 'draft');
    edit('historyUndo', 'draft a');
    expect(text).toBe('draft a');
  });

  it('is the browser’s again once it is released', () => {
    release();
    edit('historyUndo', 'Any');
    expect(text).toBe('Any');
  });
});
