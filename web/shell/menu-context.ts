import { createContext, useContext } from 'react';

/** Opens the slide-out menu; null for visitors, who have none. */
export const MenuContext = createContext<(() => void) | null>(null);

export const useOpenMenu = (): (() => void) | null => useContext(MenuContext);
