import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The mouse and the keyboard of an X display. */
export interface XInput {
  /** Moves the pointer to a point of the screen, in its pixels. */
  moveTo(x: number, y: number): Promise<void>;
  /** Presses and releases the first button where the pointer is. */
  click(): Promise<void>;
  /** Presses and releases a key, by its X name, and with modifiers: `shift+F6`. */
  press(keys: string): Promise<void>;
  /** Types a text of characters that an American keyboard has. */
  type(text: string): Promise<void>;
  /** Gives the keyboard to the visible window with this text in its title, as a window manager does. Waits for it. */
  focusWindow(title: string): Promise<void>;
}

/** The mouse and keyboard of the display with this name. Programs can't tell this input from a user's. */
export function createXInput(display: string): XInput {
  const env = { ...process.env, DISPLAY: display };
  const run = async (...args: string[]): Promise<void> => {
    await promisify(execFile)('xdotool', args, { env });
  };
  return {
    moveTo: (x, y) => run('mousemove', String(x), String(y)),
    click: () => run('click', '1'),
    press: (keys) => run('key', keys),
    type: (text) => run('type', '--', text),
    focusWindow: (title) =>
      run('search', '--sync', '--onlyvisible', '--name', title, 'windowfocus', '--sync'),
  };
}
