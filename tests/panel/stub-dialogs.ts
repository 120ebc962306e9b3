/** Gives dialogs the methods that jsdom lacks. Closing leaves a dialog open, as the tested parts remove it themselves. */
export function stubDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
}
