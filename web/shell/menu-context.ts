import { createContext, useContext } from 'react';

/** Opens the slide-out menu; null where there is none, for a visitor. */
export const MenuContext = createContext<(() => void) | null>(null);

export const useOpenMenu = (): (() => void) | null => useContext(MenuContext);
