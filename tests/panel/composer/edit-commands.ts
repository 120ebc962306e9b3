import { vi } from 'vitest';

/** Edit commands as a browser has them, for the field that has the focus; jsdom has none. Returns a spy of them. */
export function withEditCommands() {
  const execCommand = vi.fn((command: string, _hasUi?: boolean, value?: string) => {
    const field = document.activeElement as HTMLTextAreaElement;
    // Only `delete` comes without a text.
    field.setRangeText(
      command === 'insertText' ? (value ?? '') : '',
      field.selectionStart,
      field.selectionEnd,
      'end',
    );
    return field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  document.execCommand = execCommand;
  return execCommand;
}
