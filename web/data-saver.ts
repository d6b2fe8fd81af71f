type Connection = { saveData?: boolean };

/** Whether the member asked the browser to use less data. Only Chromium tells. */
export const isDataSaverOn = () => (navigator as { connection?: Connection }).connection?.saveData === true;
