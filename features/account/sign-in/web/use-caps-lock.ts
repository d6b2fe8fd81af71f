import { type KeyboardEvent, useState } from 'react';

/** Whether Caps Lock is on. The caller spreads `watch` on the field. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const look = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'));
  return { isOn, watch: { onKeyDown: look, onKeyUp: look } };
}
