/**
 * The value of the URL parameter `code` on the payment page if the payment window never returned. Other values of this
 * parameter are codes of PortOne. The constant is in a file of its own, because the route table imports it, and every
 * page loads the route table.
 */
export const PAYMENT_WINDOW_LOST = 'WindowLost';
