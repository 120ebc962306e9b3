const SENDABLE_NAME = /^[\w.-]{1,64}$/;

/**
 * True for the name of an argument that endpoints accept. Anthropic's API refuses a whole request if a tool has one with other
 * characters, or a longer one.
 */
export function isSendableName(name: string): boolean {
  return SENDABLE_NAME.test(name);
}
